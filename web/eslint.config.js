import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "web/src/lib/openapi.d.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["web/sw.js"], languageOptions: { globals: { ...globals.serviceworker, SHELL: "readonly", SHELF: "readonly" } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-eval": "error",
      "@typescript-eslint/no-explicit-any": "error",
      // Maps that only remember need not be watched, and an empty space is written {" "}.
      "svelte/prefer-svelte-reactivity": "off",
      "svelte/no-useless-mustaches": "off",
      // What is named _ is meant to be unused.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
);
