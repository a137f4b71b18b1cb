// Subscribing this browser to the host's push messages.

import { post, type Schemas } from "./api";

/** Return whether this browser can show notices while the page is closed. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Ask the person, subscribe, and tell the server; return false if the person refuses. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const sent = { kind: "push", endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  await post<Schemas["ChannelInfo"]>("/api/notices/channels", sent);
  return true;
}

/** Return minutes since midnight as an input of type time has them. */
export function clockOf(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return "";
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Return minutes since midnight; null for an empty input. */
export function minutesOf(clock: string): number | null {
  const found = /^(\d\d):(\d\d)/.exec(clock);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}
