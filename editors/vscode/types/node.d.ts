// The part of Node that this extension uses.
declare const process: { env: Record<string, string | undefined>; platform: string };
declare function require(name: string): any;
declare const module: { exports: any };
declare class Timer { private constructor(); }
declare function setTimeout(run: () => void, milliseconds: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare module 'node:fs' {
  export function accessSync(path: string, mode: number): void;
  export function statSync(path: string): { isFile(): boolean };
  export const constants: { X_OK: number };
}
declare module 'node:path' {
  export function join(...parts: string[]): string;
  export function isAbsolute(path: string): boolean;
  export const delimiter: string;
}
declare module 'node:child_process' {
  export function execFile(
    file: string, args: string[], done: (error: Error | null, text: string, complaint: string) => void): void;
}
declare module 'node:os' {
  export function homedir(): string;
}
