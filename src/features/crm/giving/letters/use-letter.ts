import { useState } from 'react'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { readDraft, writeDraft } from '@/shared/forms/draft-storage'

interface Letter {
  text: string
  /** The ids of those whom the user chose or left out, unlike the page */
  changed: readonly string[]
}

/** The text of a letter and the choice of its recipients, kept as a draft while addresses are entered. */
export function useLetter(form: string, original: string) {
  const draft = useStaffDraftName(form) ?? ''
  const [{ text, changed }, setLetter] = useState(() => restored(draft, original))

  function keep(letter: Letter) {
    setLetter(letter)
    writeDraft(draft, {
      ...(letter.text !== original && { text: letter.text }),
      ...(letter.changed.length > 0 && { changed: letter.changed }),
    })
  }
  return {
    text,
    changed,
    write: (typed: string) => keep({ text: typed, changed }),
    turn: (ids: readonly string[]) =>
      keep({
        text,
        changed: [
          ...changed.filter((id) => !ids.includes(id)),
          ...ids.filter((id) => !changed.includes(id)),
        ],
      }),
  }
}

function restored(draft: string, original: string): Letter {
  const { text, changed } = readDraft(draft)
  return {
    text: typeof text === 'string' ? text : original,
    changed: Array.isArray(changed) ? changed.filter((id) => typeof id === 'string') : [],
  }
}
