import type { Ref } from 'react'

/**
 * A hidden field that only bots fill in. No browser's autofill knows its name or label, and the data
 * attributes tell password managers to leave it alone.
 */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Homepage (leave this empty)
        <input
          ref={ref}
          type="text"
          name="homepage"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore="true"
          data-bwignore="true"
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}
