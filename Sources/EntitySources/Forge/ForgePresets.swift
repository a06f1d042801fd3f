import JSONText

/// The requests for each kind of forge, as data; ``Forges`` reads it.
///
/// `{host}`, `{authority}` (with the port), `{project}` (its slashes as `%2F` in `{project:path}`), `{owner}` and
/// `{name}` are taken from the remote. `command` is tried first if its program is installed; otherwise `path` below the
/// forge's `api` is requested, or `query` is sent by GraphQL. The token is the first of the environment variables
/// `tokens` that is set, else the output of the program `login`; in `authorization`, `{token:base64}` is its Base64. It
/// is sent only to the hosts of `tokenHosts`, and to those that the user has named.
///
/// `items` and `map` are JSON pointers like those of an `http` source; `only` gives values that an item must have at
/// certain JSON pointers, or it is skipped. If the answer names no next page by a `Link` header, `offset` is the
/// parameter for the number of entries to skip, and `cursor` points at GraphQL's `PageInfo`.
package enum ForgePresets {
  package static let text = #"""
    {
      "github": {
        "hosts": ["github.com"],
        "api": {"github.com": "https://api.github.com", "*": "https://{authority}/api/v3"},
        "tokenHosts": ["github.com"],
        "tokens": ["GH_TOKEN", "GITHUB_TOKEN"],
        "login": ["gh", "auth", "token", "--hostname", "{host}"],
        "authorization": "Bearer {token}",
        "lists": {
          "people": {
            "command": ["gh", "api", "graphql", "--hostname", "{host}", "--paginate",
              "-f", "owner={owner}", "-f", "name={name}",
              "-f", "query=query($owner: String!, $name: String!, $endCursor: String) { repository(owner: $owner, name: $name) { mentionableUsers(first: 100, after: $endCursor) { nodes { login name email } pageInfo { hasNextPage endCursor } } } }",
              "--jq", ".data.repository.mentionableUsers.nodes[] | {handle: .login, name: (.name // .login), email: .email}"],
            "path": "/repos/{project}/assignees?per_page=100",
            "map": {"handle": "/login", "url": "/html_url", "avatar": "/avatar_url"}
          },
          "authors": {
            "path": "/repos/{project}/commits?per_page=100",
            "map": {"handle": "/author/login", "name": "/commit/author/name", "email": "/commit/author/email", "url": "/author/html_url", "avatar": "/author/avatar_url"}
          },
          "issues": {
            "path": "/repos/{project}/issues?state=all&sort=updated&per_page=100",
            "one": "/repos/{project}/issues/{number}",
            "map": {"handle": "/number", "name": "/title", "detail": "/state", "url": "/html_url"}
          }
        }
      },
      "gitlab": {
        "hosts": ["gitlab.com"],
        "api": {"*": "https://{authority}/api/v4"},
        "tokenHosts": ["gitlab.com"],
        "tokens": ["GITLAB_TOKEN"],
        "login": ["glab", "config", "get", "token", "--host", "{host}"],
        "authorization": "Bearer {token}",
        "lists": {
          "people": {
            "path": "/projects/{project:path}/users?per_page=100",
            "map": {"handle": "/username", "name": "/name", "url": "/web_url", "avatar": "/avatar_url"}
          },
          "issues": {
            "path": "/projects/{project:path}/issues?order_by=updated_at&per_page=100",
            "one": "/projects/{project:path}/issues/{number}",
            "map": {"handle": "/iid", "name": "/title", "detail": "/state", "url": "/web_url"}
          },
          "requests": {
            "path": "/projects/{project:path}/merge_requests?order_by=updated_at&per_page=100",
            "one": "/projects/{project:path}/merge_requests/{number}",
            "map": {"handle": "/iid", "name": "/title", "detail": "/state", "url": "/web_url"}
          }
        }
      },
      "gitea": {
        "hosts": ["codeberg.org", "gitea.com"],
        "api": {"*": "https://{authority}/api/v1"},
        "tokens": ["GITEA_TOKEN", "FORGEJO_TOKEN"],
        "authorization": "token {token}",
        "lists": {
          "people": {
            "path": "/repos/{project}/assignees",
            "map": {"handle": "/login", "name": "/full_name", "url": "/html_url", "avatar": "/avatar_url"}
          },
          "authors": {
            "path": "/repos/{project}/commits?limit=50&stat=false&verification=false&files=false",
            "map": {"handle": "/author/login", "name": "/commit/author/name", "email": "/commit/author/email", "url": "/author/html_url", "avatar": "/author/avatar_url"}
          },
          "issues": {
            "path": "/repos/{project}/issues?state=all&limit=50",
            "one": "/repos/{project}/issues/{number}",
            "map": {"handle": "/number", "name": "/title", "detail": "/state", "url": "/html_url"}
          }
        }
      },
      "gerrit": {
        "api": {"*": "https://{authority}/a"},
        "tokens": ["GERRIT_TOKEN"],
        "authorization": "Basic {token:base64}",
        "lists": {
          "people": {
            "path": "/accounts/?q=is:active&o=DETAILS&n=500", "offset": "S",
            "map": {"handle": "/username", "name": "/name", "email": "/email"}
          }
        }
      },
      "jira": {
        "api": {"*": "https://{authority}/rest/api/3"},
        "tokens": ["JIRA_TOKEN"],
        "authorization": "Basic {token:base64}",
        "lists": {
          "people": {
            "path": "/users/search?maxResults=1000", "offset": "startAt",
            "only": {"/active": true, "/accountType": "atlassian"},
            "map": {"id": "/accountId", "name": "/displayName", "email": "/emailAddress", "avatar": "/avatarUrls/48x48"}
          }
        }
      },
      "jira-data-center": {
        "api": {"*": "https://{authority}/rest/api/2"},
        "tokens": ["JIRA_TOKEN"],
        "authorization": "Bearer {token}",
        "lists": {
          "people": {
            "path": "/user/search?username=.&maxResults=1000", "offset": "startAt",
            "only": {"/active": true},
            "map": {"handle": "/name", "name": "/displayName", "email": "/emailAddress", "avatar": "/avatarUrls/48x48"}
          }
        }
      },
      "linear": {
        "api": {"*": "https://{authority}/graphql"},
        "tokens": ["LINEAR_API_KEY"],
        "authorization": "{token}",
        "lists": {
          "people": {
            "query": "query($after: String) { users(first: 250, after: $after) { nodes { name displayName email url avatarUrl active } pageInfo { hasNextPage endCursor } } }",
            "items": "/data/users/nodes", "cursor": "/data/users/pageInfo",
            "only": {"/active": true},
            "map": {"handle": "/displayName", "name": "/name", "email": "/email", "url": "/url", "avatar": "/avatarUrl"}
          },
          "issues": {
            "query": "query($after: String) { issues(first: 100, after: $after, orderBy: updatedAt) { nodes { identifier title url state { name } } pageInfo { hasNextPage endCursor } } }",
            "items": "/data/issues/nodes", "cursor": "/data/issues/pageInfo",
            "map": {"handle": "/identifier", "name": "/title", "detail": "/state/name", "url": "/url"}
          }
        }
      }
    }
    """#
}
