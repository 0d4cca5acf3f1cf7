export function ResourceScreen({ resource }: { resource: { tab: string } }) {
  return <p>{resource.tab}</p>
}
