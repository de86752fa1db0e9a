import type { Browser, Page } from 'playwright-core';

export type Opened = { readonly browser: Browser; readonly script: string; readonly style: string };

export const executablePath: string;
export function startBrowser(): Promise<Opened>;
export function openGraph(
  opened: Opened,
  theme?: 'dark' | 'light' | 'contrast',
  options?: { readonly width?: number; readonly height?: number; readonly reducedMotion?: 'reduce' },
): Promise<Page>;
