/**
 * The id of a session on a shared computer, in `sessionStorage`. Its own file, because public forms
 * load it.
 */
export const SHARED_COMPUTER = 'shared-computer'
