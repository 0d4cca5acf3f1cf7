import { paths } from '@/shared/config/paths'
import { applicationPath } from './program-path'

/** Besides the button of a program's panel */
export const otherWays = {
  apply: { label: 'Apply to talk first', to: applicationPath },
  propose: { label: 'Propose a partnership', to: () => `${paths.partner}#proposal` },
}
