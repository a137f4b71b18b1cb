// What the engine is given: first its surroundings, then the drawing.

import "./surroundings";
export { draw, games, say } from "./draw";
