import {
  MutationObserver,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'

/** A write that a message offers, after its component may have gone; its own message tells of a failure. */
export const undoable =
  <Data, Variables, Result>(
    client: QueryClient,
    write: MutationObserverOptions<Data, Error, Variables, Result>,
    variables: Variables,
  ) =>
  () =>
    void new MutationObserver(client, write).mutate(variables).catch(() => {})
