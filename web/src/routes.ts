// The pages and their paths. The server answers these paths with 200, see PAGES in http/health.py.

import { createRouter } from "sv-router";
import Lobby from "./lobby/Lobby.svelte";
import NotFound from "./pages/NotFound.svelte";
import PageLayout from "./pages/PageLayout.svelte";
import TablePage from "./table/TablePage.svelte";

/** Pages that people seldom open first are loaded when they are. */
export const { navigate, route } = createRouter({
  "/t/:table": TablePage,
  "/t/:table/:part": TablePage,
  "/embed/:table": () => import("./table/Embedded.svelte"),
  "/": {
    layout: PageLayout,
    "/": Lobby,
    "/index.html": Lobby,
    "/learn/:game": () => import("./learn/Learn.svelte"),
    "/puzzles/:game": () => import("./puzzles/Puzzles.svelte"),
    "/daily/:game": () => import("./daily/Daily.svelte"),
    "/rules/:game": () => import("./pages/Rules.svelte"),
    "/ranks/:game": () => import("./people/Ranks.svelte"),
    "/people/:person": () => import("./people/Profile.svelte"),
    "/profile": () => import("./people/Profile.svelte"),
    "/notifications": () => import("./people/Notifications.svelte"),
    "/account": () => import("./account/Account.svelte"),
    "/sign-in": () => import("./account/SignIn.svelte"),
    "/admin": () => import("./admin/Admin.svelte"),
    "*": NotFound,
  },
});
