/** The versions that are installed, by name: written in by bundle.js. */
declare const INSTALLED: Readonly<Record<string, string>>;

export function versionOf(name: string): string {
  return INSTALLED[name];
}
