// Nothing of a component's test reaches a server: an answer that no test waits for would be an error in another one.
globalThis.fetch = () => new Promise(() => {})
