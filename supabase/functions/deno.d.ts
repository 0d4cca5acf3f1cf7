/** What the entry of a function uses of its runtime. */
declare const Deno: {
  serve: (handle: (request: Request) => Promise<Response>) => unknown
  env: { toObject: () => Record<string, string> }
}
