/** Words where screens say it plainer than the database. */
const plain = new Map([
  ['put_off', 'Snoozed'],
  ['put_off_until', 'Snoozed until'],
  ['suppressed', 'Blocked'],
])

/** A stored option as a label: `in_progress` is "In progress", `early-childhood` "Early childhood". */
export function optionLabel(option: string): string {
  const words = plain.get(option) ?? option.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
