/** The installed versions by name, inserted by bundle.js. */
declare const INSTALLED: Readonly<Record<string, string>>;

export function versionOf(name: string): string {
  return INSTALLED[name];
}
