declare module "virtual:glyphs" {
  const faces: Record<string, import("../../glyphs").Face[]>;
  export default faces;
}
