/** The part of the runtime that the entry of a function uses. */
declare const Deno: {
  serve: (handle: (request: Request) => Promise<Response>) => unknown
  env: { toObject: () => Record<string, string> }
}
