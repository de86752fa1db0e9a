import path from 'node:path';
import { mkdirSync } from 'node:fs';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { startBrowser } from './browser';
import { out } from './places';
import { Problems } from './problems';
import { startServer, type Server, type ServerOptions, type Settings } from './server';
import { makeWorkspace, type Workspace, type WorkspaceFiles } from './workspace';

export type WorkbenchOptions = Pick<ServerOptions, 'settings' | 'trusted' | 'environment'> & {
  /** What lies in the opened folder. */
  readonly files: WorkspaceFiles;
};

/** The themes a picture is taken in: their names in the picker, and the class by which the workbench shows them. */
const THEMES = {
  dark: { name: 'Dark Modern', className: 'vs-dark' },
  light: { name: 'Light Modern', className: 'vs' },
  'high-contrast': { name: 'Dark High Contrast', className: 'hc-black' },
} as const;
export type Theme = keyof typeof THEMES;

/**
 * A VS Code workbench in a browser, with the packaged extension and a folder of its own, driven as a person does. Locators
 * wait by themselves; a step that cannot be done throws after Playwright's limit.
 */
export class Workbench {
  readonly page: Page;
  readonly workspace: Workspace;
  /** What went wrong in the pages, and where they connected to, since the workbench was opened. */
  readonly problems: Problems;
  readonly #server: Server;
  readonly #browser: Browser;
  #settings: Settings = {};

  private constructor(server: Server, browser: Browser, page: Page, workspace: Workspace) {
    this.#server = server;
    this.#browser = browser;
    this.page = page;
    this.workspace = workspace;
    this.problems = new Problems(page, server.port);
  }

  /** Opens a folder with these files; resolves when what the extension contributes is there. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const workspace = makeWorkspace(options.files);
    const server = await startServer({ ...options, extensions: inject('packaged').extensions });
    const browser = await startBrowser();
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page.setDefaultTimeout(60_000);
    const workbench = new Workbench(server, browser, page, workspace);
    await page.goto(`${server.url}/?${new URLSearchParams({ folder: workspace.folder })}`);
    await workbench.#ready();
    return workbench;
  }

  /** Loads the window again, as the command of the editor does: it keeps what it keeps of its state. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.run('Developer: Reload Window');
    await loaded;
    await this.#ready();
  }

  /** A menu that is opened before the contributions are handled lacks our items. */
  async #ready(): Promise<void> {
    await this.activity('Data Detective').waitFor();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    this.workspace.remove();
  }

  /** What server and extension host wrote so far. */
  log(): string {
    return this.#server.log();
  }

  /** Changes user settings while the workbench runs. */
  set(settings: Settings): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#server.set(this.#settings);
  }

  async theme(theme: Theme): Promise<void> {
    const { name, className } = THEMES[theme];
    for (let tries = 1; ; tries++) {
      try {
        await this.run('Preferences: Color Theme');
        const input = this.quickInput.locator('input[placeholder*="Color Theme"]');
        await input.fill(name, { timeout: 10_000 });
        await this.picks.filter({ hasText: name }).first().waitFor({ timeout: 10_000 });
        await this.page.keyboard.press('Enter');
        await this.page.locator(`.monaco-workbench.${className}`).waitFor({ timeout: 10_000 });
        return await this.quickInput.waitFor({ state: 'hidden' });
      } catch (error) {
        // A view that takes the focus closes the list.
        if (tries === 3) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Takes a picture of the whole workbench into `.out/pictures/NAME.png`. */
  async picture(name: string): Promise<void> {
    const folder = path.join(out, 'pictures');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
  }

  /** Pictures in all themes, `NAME-dark.png` and so on; the theme is light afterwards, as at the start. */
  async pictures(name: string): Promise<void> {
    for (const theme of ['dark', 'high-contrast', 'light'] as const) {
      await this.theme(theme);
      await this.picture(`${name}-${theme}`);
    }
  }

  /** An entry of the activity bar by its title. */
  activity(title: string): Locator {
    return this.page.locator(`.activitybar .action-label[aria-label^="${title}"]`);
  }

  /** Shows a view container of the activity bar. */
  async show(title: string): Promise<void> {
    const label = this.page.locator(`.action-label[aria-label^="${title}"]`);
    const item = this.page.locator('.activitybar .action-item', { has: label });
    if (!(await item.getAttribute('class'))?.includes('checked')) await item.click();
  }

  /** A file or folder in the Explorer. */
  explorerItem(name: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  }

  /** Opens a file from the Explorer by double click, as a person does. */
  async openFile(name: string): Promise<void> {
    await this.show('Explorer');
    await this.explorerItem(name).dblclick();
    await this.tab(name).waitFor();
  }

  /** Opens the context menu of an element; the result is its items, of which one can be clicked. */
  async contextMenu(of: Locator): Promise<Locator> {
    await of.click({ button: 'right' });
    const items = this.page.locator('.monaco-menu .action-item:not(.disabled) .action-label:not(.separator)');
    await items.first().waitFor();
    return items;
  }

  /**
   * Right-clicks an element and chooses an item by its label: again, while what we contribute is not in the menu yet.
   * @param before done while the menu is open
   */
  async choose(of: Locator, label: string | RegExp, before?: () => Promise<void>): Promise<void> {
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      const item = (await this.contextMenu(of)).filter({ hasText: label }).first();
      if (await item.isVisible()) {
        await before?.();
        await item.click();
        // A click right after the menu was opened is taken for the end of the one that opened it.
        if (await isHidden(item)) return;
      }
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(500);
    }
    throw new Error(`no item ${label} in the menu`);
  }

  /** Runs a command from the palette by its full title, category included. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.type(`>${title}`);
    await this.pick(title);
  }

  /** The open quick input: an input box or a quick pick. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** The labels of the open quick pick. */
  get picks(): Locator {
    return this.quickInput.locator('.quick-input-list .monaco-list-row .label-name');
  }

  /** Fills the quick input, which stays open: `Enter` accepts an input box, `pick` chooses from a list. */
  async type(text: string): Promise<void> {
    await this.quickInput.locator('input[type="text"]').fill(text);
  }

  /** Fills the open input box and accepts it. */
  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.page.keyboard.press('Enter');
  }

  async pick(label: string | RegExp): Promise<void> {
    await this.picks.filter({ hasText: label }).first().click();
  }

  /** The rows of a tree view, by the view's name; only those that are on the screen exist. */
  rows(view: string): Locator {
    return this.page
      .locator('.pane', { has: this.page.locator(`.pane-header[aria-label^="${view}"]`) })
      .locator('.monaco-list-row');
  }

  /** A button in the title of a view. */
  viewButton(view: string, label: string): Locator {
    return this.page
      .locator('.pane', { has: this.page.locator(`.pane-header[aria-label^="${view}"]`) })
      .locator(`.pane-header .action-label[aria-label^="${label}"]`);
  }

  tab(label: string): Locator {
    return this.page.locator('.tab', { hasText: label });
  }

  /** A button in the title of the active editor. */
  editorButton(label: string): Locator {
    return this.page.locator(`.editor-group-container.active .editor-actions .action-label[aria-label^="${label}"]`);
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** The lines on the screen of the active text editor. */
  get editorLines(): Locator {
    return this.page.locator('.editor-group-container.active .view-lines .view-line');
  }

  /** The document inside the webview that holds `selector`: hidden tabs keep theirs, so the place of one is not enough. */
  async webview(selector: string): Promise<FrameLocator> {
    const outer = this.page.locator('iframe.webview.ready');
    const until = Date.now() + 60_000;
    while (Date.now() < until) {
      for (let index = 0; index < (await outer.count()); index++) {
        const frame = outer.nth(index).contentFrame().frameLocator('iframe#active-frame');
        if (await frame.locator(selector).first().isVisible()) return frame;
      }
      await this.page.waitForTimeout(200);
    }
    throw new Error(`no webview shows ${selector}`);
  }
}

async function isHidden(locator: Locator): Promise<boolean> {
  return locator.waitFor({ state: 'hidden', timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}
