export function bundle(): Promise<URL>;
