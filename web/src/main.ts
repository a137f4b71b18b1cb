import "@fontsource/alegreya/latin-ext-500.css";
import "@fontsource/alegreya/latin-500.css";
import "@fontsource/alegreya/latin-ext-800.css";
import "@fontsource/alegreya/latin-800.css";
import "@fontsource/alegreya-sans/latin-ext-400.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-ext-700.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "./fonts.css";
import "./theme.css";
import { mount } from "svelte";
import "./routes";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });

/** The shell is kept for when the server cannot be reached. */
if (import.meta.env.PROD && "serviceWorker" in navigator && !location.pathname.startsWith("/embed/"))
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
