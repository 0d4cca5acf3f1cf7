import type { Program } from '../content/program'

const modules = import.meta.glob<Program>('../content/program-details/*.ts', { import: 'program' })
const loading = new Map<string, Promise<Program>>()

/** A program's content, lazily downloaded; undefined for an unknown program. */
export function loadProgram(id: string): Promise<Program> | undefined {
  const load = modules[`../content/program-details/${id}.ts`]
  if (!load) return undefined
  const program = loading.get(id) ?? load()
  loading.set(id, program)
  program.catch(() => loading.delete(id))
  return program
}
