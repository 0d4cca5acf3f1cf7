import { Component, type ReactNode } from 'react'

interface LoadBoundaryProps {
  /** Takes the place of what could not be downloaded. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a page standing when a part of it that is loaded late cannot be. */
export class LoadBoundary extends Component<LoadBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
