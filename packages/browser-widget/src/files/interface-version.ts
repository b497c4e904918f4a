/**
 * The version of what the script shares with the files that it loads on demand, and of what these files share. A browser may have cached
 * a file of an earlier version.
 */
export const interfaceVersion = 9;
