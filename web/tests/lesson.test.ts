import { expect, test } from "vitest";
import { isTaught, lesson, readLesson } from "../src/learn/lesson";

const RECORD = `rondel: 1
seat: Anna
seat:

# say: lesson-begin
start 4
# a remark
# say: lesson-ride
ride 3
ride 1

# say: lesson-end
`;

test("each step has what the teacher says before it, and the end has too", () => {
  const read = readLesson(RECORD);
  expect(read.names).toEqual(["Anna", ""]);
  expect(read.steps).toEqual(["start 4", "ride 3", "ride 1"]);
  expect(read.said).toEqual(["lesson-begin", "lesson-ride", null, "lesson-end"]);
});

test("both games are taught, an unknown one is not", async () => {
  for (const game of ["finca", "milestones"]) {
    const found = await lesson(game);
    expect(found!.said.length).toBe(found!.steps.length + 1);
  }
  expect(isTaught("carousel")).toBe(false);
  expect(await lesson("carousel")).toBeNull();
});
