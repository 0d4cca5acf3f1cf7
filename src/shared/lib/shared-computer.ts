/** In `sessionStorage` the id of a session on a shared computer. By itself, because public forms load it. */
export const SHARED_COMPUTER = 'shared-computer'
