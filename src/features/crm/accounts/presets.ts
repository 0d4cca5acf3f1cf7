import { permissionNames, type PermissionName } from '@/shared/auth/permissions'

interface Preset {
  label: string
  permissions: readonly PermissionName[]
}

/** The permissions that a job needs. A preset only ticks boxes: nothing is granted until someone presses. */
export const presets = {
  director: {
    label: 'Director',
    permissions: [
      'can_view_all_users',
      'can_manage_programs',
      'can_manage_courses',
      'can_manage_mentors',
      'can_manage_mentees',
      'can_manage_trainers',
      'can_manage_donations',
      'can_view_financials',
      'can_send_emails',
      'can_view_analytics',
      'can_review_submissions',
    ],
  },
  development_manager: {
    label: 'Development manager',
    permissions: [
      'can_manage_donations',
      'can_view_financials',
      'can_send_emails',
      'can_review_submissions',
    ],
  },
  coordinator: {
    label: 'Coordinator',
    permissions: ['can_review_submissions', 'can_manage_mentors', 'can_manage_trainers'],
  },
  program_manager: {
    label: 'Program manager',
    permissions: [
      'can_manage_programs',
      'can_manage_courses',
      'can_manage_mentors',
      'can_manage_mentees',
      'can_manage_trainers',
      'can_view_analytics',
    ],
  },
  fundraiser: { label: 'Fundraiser', permissions: ['can_manage_donations', 'can_send_emails'] },
  accounting: { label: 'Accounting', permissions: ['can_view_financials'] },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof presets

/** No job has them: an admin grants them one by one. */
const inNoPreset = ['can_edit_user_roles', 'can_verify_clearances'] as const

type Placed = (typeof presets)[PresetName]['permissions'][number] | (typeof inNoPreset)[number]
/** Fails to compile while a permission is in no preset and not among the exceptions. */
const everyPermission: readonly Placed[] = permissionNames

export const isPresetName = (name: string): name is PresetName => Object.hasOwn(presets, name)

/**
 * What a preset ticks for a caller, and what it leaves out.
 * @param grantable the permissions that the caller may grant
 */
export function partsOf(preset: PresetName, grantable: ReadonlySet<PermissionName>) {
  const names: readonly PermissionName[] = presets[preset].permissions
  const ofPreset = everyPermission.filter((name) => names.includes(name))
  return {
    ticked: ofPreset.filter((name) => grantable.has(name)),
    leftOut: ofPreset.filter((name) => !grantable.has(name)),
  }
}
