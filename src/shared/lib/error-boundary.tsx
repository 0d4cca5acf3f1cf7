import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** In place of children that broke */
  fallback: ReactNode
  /** Another one draws the children again. */
  resetKey?: string
  children: ReactNode
}

interface State {
  isBroken: boolean
  resetKey?: string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { isBroken: false, resetKey }
  }

  override state: State = { isBroken: false }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
