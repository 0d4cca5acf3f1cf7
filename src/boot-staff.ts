import { showStaffLook } from './shared/account-ui/appearance'

/* The first script of a page of the back office, so that nothing is painted light for those in the dark. */
showStaffLook()
