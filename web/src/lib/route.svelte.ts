// Where we are: the path, and going elsewhere without loading the page again.

export const route = $state({ path: location.pathname, query: location.search });

function here(): void {
  route.path = location.pathname;
  route.query = location.search;
}
addEventListener("popstate", here);

export function go(to: string, replace = false): void {
  const from = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  here();
  if (location.pathname !== from) scrollTo(0, 0);
}

export function link(node: HTMLAnchorElement): { destroy(): void } {
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(node.getAttribute("href") ?? "/");
  }
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}
