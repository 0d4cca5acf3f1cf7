import { testTapFiles } from '../tap-files'
import { connect } from './connect'
import { tapSessionOf } from './pgtap-session'

// Inside a suite a hosted project's `postgres` runs, which is no superuser.
testTapFiles(() => tapSessionOf(connect('postgres', { max: 1 })))
