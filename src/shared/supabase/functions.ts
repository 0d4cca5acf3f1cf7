import { FunctionsClient } from '@supabase/functions-js'
import { fetchSignedIn, serviceUrl } from './client'

export const functions = new FunctionsClient(serviceUrl('functions'), {
  customFetch: fetchSignedIn,
})
