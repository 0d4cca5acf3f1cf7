/** A stored option as a label: `in_progress` is "In progress", `early-childhood` "Early childhood". */
export function optionLabel(option: string): string {
  const words = option.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
