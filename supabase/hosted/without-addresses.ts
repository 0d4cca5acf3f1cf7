/** Logs of a public repository are public: no address of a person belongs there. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@"'<>(),;=]+@[^\s@"'<>(),;=]+\.[^\s@"'<>(),;.=]+/g, '•••')
