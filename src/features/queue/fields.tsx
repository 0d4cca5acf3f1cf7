import type { AnsweredField } from '@/shared/submissions/kinds'

export function Fields({ fields }: { fields: readonly AnsweredField[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {fields.map(({ label, value }) => (
        <div key={label} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-soft">{label}</dt>
          <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
