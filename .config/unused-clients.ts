/*
 * In place of parts of Supabase's client that nothing here calls, with the names that the rest of it imports: its
 * client of Iceberg catalogs, passkeys, and wallets. 19 KB less script.
 */

function refuse(): never {
  throw new Error('This build leaves out this part of the Supabase client.')
}

export class IcebergRestCatalog {
  constructor() {
    refuse()
  }
}

export class WebAuthnApi {}
export const webAuthnAbortService = {}
export const browserSupportsWebAuthn = () => false
export {
  refuse as createCredential,
  refuse as createSiweMessage,
  refuse as deserializeCredentialCreationOptions,
  refuse as deserializeCredentialRequestOptions,
  refuse as fromHex,
  refuse as getAddress,
  refuse as getCredential,
  refuse as serializeCredentialCreationResponse,
  refuse as serializeCredentialRequestResponse,
  refuse as toHex,
}
