// A game as a page of its own: `rondel film` writes this script, and what it shows, into one file.

import { mount } from "svelte";
import theme from "../theme.css?raw";
import Film from "./Film.svelte";
import { positions, unpack, type Drawing, type Packed } from "./film";

const film = await unpack<Packed>(document.getElementById("film")!.textContent);
const drawing = new Function(`${film.script}; return drawing;`)() as Drawing;
const style = document.createElement("style");
style.textContent = theme;
document.head.append(style);
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = (): unknown => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", paint);
paint();
const { request, told, pace } = film;
mount(Film, { target: document.body, props: { views: positions(film.frames), request, told, pace, drawing } });
document.documentElement.dataset.ready = "";
