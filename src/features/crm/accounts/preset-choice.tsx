import { useState } from 'react'
import { optionLabel } from '@/shared/lib/option-label'
import type { PermissionName } from '@/shared/auth/permissions'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import { isPresetName, partsOf, presets, type PresetName } from './presets'

interface PresetChoiceProps {
  /** The permissions that the caller may grant */
  grantable: ReadonlySet<PermissionName>
  /** Ticks these boxes */
  onChoose: (ticked: readonly PermissionName[]) => void
}

/** Ticks the permissions of a job, and says which it ticked and which it left out. */
export function PresetChoice({ grantable, onChoose }: PresetChoiceProps) {
  const [preset, setPreset] = useState<PresetName>()
  const { ticked, leftOut } = preset ? partsOf(preset, grantable) : { ticked: [], leftOut: [] }
  const listed = (names: readonly PermissionName[]) => names.map(optionLabel).join(', ')
  return (
    <div>
      <Field
        label="Preset for a job"
        description="Ticks the permissions that the job needs. You can change them before you press."
        as={NativeSelect}
        value={preset ?? ''}
        onChange={({ target }) => {
          if (!isPresetName(target.value)) return setPreset(undefined)
          setPreset(target.value)
          onChoose(partsOf(target.value, grantable).ticked)
        }}
      >
        <option value="">Choose a job</option>
        {Object.entries(presets).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Field>
      <p role="status" className="mt-1.5 text-sm text-ink-soft empty:hidden">
        {ticked.length > 0 && `Ticked: ${listed(ticked)}. `}
        {leftOut.length > 0 &&
          `Left out, because you don’t hold them yourself: ${listed(leftOut)}.`}
      </p>
    </div>
  )
}
