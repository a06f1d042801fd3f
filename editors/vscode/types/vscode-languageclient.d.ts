// The part of vscode-languageclient 9 that this extension uses.
declare module 'vscode-languageclient/node' {
  import * as vscode from 'vscode';
  export enum State { Stopped = 1, Running = 2, Starting = 3 }
  export enum RevealOutputChannelOn { Never = 4 }
  export enum CloseAction { DoNotRestart = 1, Restart = 2 }
  export enum ErrorAction { Continue = 1, Shutdown = 2 }
  export interface ErrorHandler {
    error(error: Error): { action: ErrorAction; handled?: boolean };
    closed(): { action: CloseAction; handled?: boolean };
  }
  export interface ConfigurationParams { items: { section?: string; scopeUri?: string }[]; }
  export interface Middleware {
    executeCommand?(
      command: string, args: any[], next: (command: string, args: any[]) => Promise<any>): Promise<any>;
    provideCompletionItem?(
      document: vscode.TextDocument, position: vscode.Position, context: object,
      token: vscode.CancellationToken, next: (
        document: vscode.TextDocument, position: vscode.Position, context: object,
        token: vscode.CancellationToken) => Promise<vscode.CompletionList | vscode.CompletionItem[] | null>,
    ): Promise<vscode.CompletionList | vscode.CompletionItem[] | null | undefined>;
    resolveCompletionItem?(
      item: any, token: vscode.CancellationToken,
      next: (item: any, token: vscode.CancellationToken) => Promise<any>): Promise<any>;
    provideHover?(
      document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken,
      next: (
        document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken,
      ) => Promise<vscode.Hover | null | undefined>): Promise<vscode.Hover | null | undefined>;
    workspace?: {
      configuration?(
        params: ConfigurationParams, token: vscode.CancellationToken, next: Function): unknown[];
    };
  }
  export interface LanguageClientOptions {
    documentSelector: readonly vscode.DocumentFilter[];
    initializationOptions: () => object;
    outputChannel: vscode.LogOutputChannel;
    revealOutputChannelOn: RevealOutputChannelOn;
    diagnosticCollectionName: string;
    diagnosticPullOptions: { onChange: boolean };
    errorHandler: ErrorHandler;
    initializationFailedHandler(error: Error): boolean;
    middleware: Middleware;
  }
  export interface WireRange { start: WirePosition; end: WirePosition; }
  export interface WirePosition { line: number; character: number; }
  export interface StaticFeature {
    fillClientCapabilities(capabilities: object): void;
    initialize(capabilities: object): void;
    getState(): { kind: string };
    clear(): void;
  }
  export class LanguageClient {
    constructor(
      id: string, name: string, server: { command: string; args: string[] }, options: LanguageClientOptions);
    readonly onDidChangeState: vscode.Event<{ oldState: State; newState: State }>;
    readonly initializeResult: {
      capabilities: { completionProvider?: { triggerCharacters?: string[] } };
      serverInfo?: { name: string, version?: string };
    } | undefined;
    readonly code2ProtocolConverter: {
      asUri(uri: vscode.Uri): string;
      asPosition(position: vscode.Position): WirePosition;
      asRange(range: vscode.Range): WireRange;
    };
    readonly protocol2CodeConverter: {
      asPosition(position: WirePosition): vscode.Position;
      asRange(range: WireRange): vscode.Range;
    };
    registerFeature(feature: StaticFeature): void;
    registerProposedFeatures(): void;
    error(message: string, data?: unknown, showNotification?: boolean | 'force'): void;
    start(): Promise<void>;
    dispose(timeout?: number): Promise<void>;
    sendRequest(method: string, params: object, token?: vscode.CancellationToken): Promise<any>;
    sendNotification(method: string, params: object): Promise<void>;
    onRequest(method: string, handler: (params: any, token: vscode.CancellationToken) => unknown):
      vscode.Disposable;
    onNotification(method: string, handler: (params: any) => void): vscode.Disposable;
  }
}
