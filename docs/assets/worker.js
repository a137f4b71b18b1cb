// Browsers start no worker from a file on disk: there the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) =>
        this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...sources) =>
        sources.reduce(
          (before, source) => before.then(() => this.bring(frame, source)),
          Promise.resolve(),
        );
      this.inside = inside;
      this.ready = this.bring(frame, script);
    }

    bring(frame, source) {
      return new Promise((done, failed) => {
        const tag = frame.contentDocument.createElement("script");
        tag.src = source;
        tag.onload = done;
        tag.onerror = failed;
        frame.contentDocument.body.append(tag);
      });
    }

    postMessage(data) {
      this.ready.then(() =>
        this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })),
      );
    }
  };
}
