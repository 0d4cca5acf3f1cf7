import { StorageClient } from '@supabase/storage-js'
import { fetchSignedIn, serviceUrl } from './client'

export const storage = new StorageClient(serviceUrl('storage'), {}, fetchSignedIn)
