/** How the names of databases end: where one is looked for or opened. The menus of package.json name the same. */
export const DATABASE_ENDINGS: readonly string[] = ['db', 'sqlite', 'sqlite3', 'db3', 's3db', 'sdb'];

/** The databases of the workspace, as a pattern of files. */
export const DATABASE_FILES = `**/*.{${DATABASE_ENDINGS.join(',')}}`;
