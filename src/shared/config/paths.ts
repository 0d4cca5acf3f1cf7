/** Every address of the app, once. */
export const paths = {
  home: '/',
  about: '/about',
  founder: '/about/founder',
  academy: '/academy',
  programs: '/programs',
  leadership: '/leadership',
  getInvolved: '/get-involved',
  volunteer: '/get-involved/volunteer',
  joinPrograms: '/get-involved/join-programs',
  partner: '/get-involved/partner',
  donate: '/get-involved/donate',
  contact: '/contact',
  login: '/supporter-login',
  resetPassword: '/reset-password',
  account: '/admin',
  submissions: '/form-submissions',
} as const
