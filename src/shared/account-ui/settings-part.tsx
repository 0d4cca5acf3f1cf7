import { useId, type ReactNode } from 'react'

interface SettingsPartProps {
  title: string
  children: ReactNode
}

/** One subject of the account's settings. */
export function SettingsPart({ title, children }: SettingsPartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 rounded-card border border-line bg-paper-raised px-5 py-4 sm:px-7"
    >
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      {children}
    </section>
  )
}
