// What can be known only from the browser's name; everything else is feature-detected.

/** Whether it is Safari: its menus and its seven days are its own. */
export const isSafari = /AppleWebKit\//.test(navigator.userAgent)
  && !/(Chrom(e|ium)|CriOS|FxiOS|EdgiOS)\//.test(navigator.userAgent);

/** Whether the page was opened from the home screen, where its data are kept apart from the browser's. */
export const isOnHomeScreen = () =>
  navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;

/** Names the icon for the home screen where there is one without a manifest: other browsers would only load it. */
export function nameTouchIcon() {
  if (!("standalone" in navigator)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "apple-touch-icon", href: "icons/icon-180.png" });
  document.head.append(link);
}
