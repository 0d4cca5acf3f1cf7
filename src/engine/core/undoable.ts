import {
  MutationObserver,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'

/** A write that a message offers, perhaps after its component unmounted; its own message tells a failure. */
export const undoable =
  <Data, Variables, Result>(
    client: QueryClient,
    write: MutationObserverOptions<Data, Error, Variables, Result>,
    variables: Variables,
  ) =>
  () =>
    void new MutationObserver(client, write).mutate(variables).catch(() => {})
