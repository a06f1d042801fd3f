import JSONText

/// The requests for each kind of forge, as JSON text that ``Forges`` parses.
///
/// Placeholders are replaced by parts of the remote: `{host}`, `{authority}` (host and port), `{project}`,
/// `{project:path}` (the project with `/` written as `%2F`), `{owner}` and `{name}`.
///
/// - `command`: the program that is tried first, if it is installed.
/// - `path`: the path below the forge's `api` that is requested if the program is not installed.
/// - `query`: the GraphQL query to send instead, if the forge is queried by GraphQL.
/// - `tokens`: environment variables; the first that is set contains the token. If none is set, the command `login`
///   prints the token. The token is sent only to the hosts in `tokenHosts` and to the hosts that the user has named.
/// - `authorization`: the value of the header `Authorization`. `{token}` is replaced by the token, `{token:base64}` by
///   the token in Base64.
/// - `one`: the path of a single item, with the placeholder `{number}`.
/// - `items` and `map`: JSON pointers, like those of an `http` source.
/// - `only`: JSON pointers with values; an item that has other values there is skipped.
/// - `offset`: the query parameter for the number of entries to skip, for a forge whose responses do not name the next
///   page in a `Link` header.
/// - `cursor`: the JSON pointer to the `PageInfo` in a GraphQL response.
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
