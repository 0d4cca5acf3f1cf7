/* On a shared computer a public page is a use of the session too, and ends it in time. */
import '@/shared/supabase/client'
